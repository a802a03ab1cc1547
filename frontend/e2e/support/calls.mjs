// Calls to a program past the screen, to prepare what a story starts from.

/** Answers how calls are sent to a program; `budget` is the one they are for. */
export async function callsTo(app) {
  const { origin } = new URL(app.url);
  const entered = await fetch(app.url, { redirect: 'manual' });
  const [cookie] = entered.headers.getSetCookie()[0].split(';');
  return async (name, args = {}, budget = null) => {
    const answer = await fetch(`${origin}/api/call/${name}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        cookie,
        origin,
        ...(budget ? { 'X-Budget': budget } : {}),
      },
      body: JSON.stringify(args),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
    return JSON.parse(text).result;
  };
}
