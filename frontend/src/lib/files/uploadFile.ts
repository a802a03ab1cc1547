import { answerOf, unanswered } from '@/lib/connection/http';

/** Uploads a file to the backend; returns a handle for calls that read it. */
export async function uploadFile(file: File): Promise<string> {
  const response = await fetch(`/api/upload?filename=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
  }).catch(unanswered);
  return ((await answerOf(response)) as { filepath: string }).filepath;
}
