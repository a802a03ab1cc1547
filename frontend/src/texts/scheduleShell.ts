/** Words about schedules that the first screen needs: the names of screens and layers. */

/** What screens and layers are called. */
export const scheduleScreens = {
  schedules: 'Schedules',
  edit: 'Schedule',
  link: 'Link schedule',
  discover: 'Found schedules',
  postsOffline: 'Post transactions?',
  coming: 'What is coming',
} as const;
