// Scrolling as a person does: by wheel, and by dragging the bar from one end to the other.

/** From the end of the track to the middle of the handle of a very long list. */
const THUMB_PX = 21;

function list(page) {
  return page.locator('[role=grid] > [role=rowgroup]').last();
}

/** Turns the wheel over the list; `speed` in pixels a second. */
export async function wheel(page, { pixels, speed }) {
  const session = await page.context().newCDPSession(page);
  const box = await list(page).boundingBox();
  await session.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -pixels,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  });
  await session.detach();
}

/** Drags the bar to the end and back, `moves` each way. */
export async function drag(page, moves) {
  const box = await list(page).boundingBox();
  const x = box.x + box.width - 4;
  const at = (share) => box.y + THUMB_PX + (box.height - 2 * THUMB_PX) * share;
  const body = await list(page).elementHandle();
  // The handle is where it belongs two frames later.
  await body.evaluate(async (element) => {
    element.scrollTop = 0;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
  await page.mouse.move(x, at(0));
  await page.mouse.down();
  for (let move = 1; move <= moves; move += 1) await page.mouse.move(x, at(move / moves));
  await page.waitForFunction((element) => element.scrollTop > 0, body);
  for (let move = moves; move >= 0; move -= 1) await page.mouse.move(x, at(move / moves));
  await page.mouse.up();
}
