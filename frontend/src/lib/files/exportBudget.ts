import { answerOf, postCall } from '@/lib/connection/http';
import { notify } from '@/lib/notices/notices';
import { errorText } from '@/texts/errors';
import { shellTexts } from '@/texts/shell';

/** The browser has taken the file long before. */
const KEPT_MS = 10_000;

/** The zip file of a budget as a response. */
export async function fetchExport(id: string): Promise<Response> {
  const response = await postCall('export-budget', {}, id);
  if (!response.ok) await answerOf(response);
  return response;
}

/** Downloads a budget as a zip file in the browser; returns the file's name. */
export async function exportBudget(id: string): Promise<string> {
  const response = await fetchExport(id);
  const header = response.headers.get('Content-Disposition') ?? '';
  const name = /filename="?([^";]+)"?/.exec(header)?.[1] ?? 'budget.zip';
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  return name;
}

/** The same from a menu, which says how it went in a notice. */
export async function exportFromMenu(id: string): Promise<void> {
  try {
    notify({ type: 'message', message: shellTexts.exported(await exportBudget(id)) });
  } catch (error) {
    notify({ type: 'error', message: errorText(error) });
  }
}
