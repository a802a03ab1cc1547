/** The words for errors of sync, upload, download and keys. */

import { CallError, errorCode } from '@/lib/connection/callError';
import { errorText } from '@/texts/errors';
import { exact } from '@/texts/exact';
import { syncTexts } from '@/texts/sync';

/** Where to turn to with a reason that nobody has words for. */
const CONTACT = syncTexts.contact;

/** Why a key could not be made or tried. */
export function keyErrorText(error: unknown): string {
  switch (errorCode(error)) {
    case 'network':
      return exact.contactFailed;
    case 'old-key-style':
      return syncTexts.oldKeyStyle;
    case 'decrypt-failure':
      return exact.wrongKeyPassword;
    case 'invalid-password':
      return exact.passwordEmpty;
    default:
      return uploadErrorText(error);
  }
}

/** Why a budget could not be uploaded, or its sync not be reset. */
export function uploadErrorText(error: unknown): string {
  switch (errorCode(error)) {
    case 'unauthorized':
    case 'token-expired':
      return exact.notSignedIn;
    case 'encrypt-failure':
      return syncTexts.notEncryptable;
    case 'file-has-reset':
      return exact.resetFailed;
    case 'file-has-new-key':
      return syncTexts.newKeyElsewhere;
    case 'network':
      return exact.uploadFailed;
    case 'broken-answer':
    case 'own-server-off':
    case 'server-storage-full':
    case 'too-large':
      return errorText(error);
    case 'beta-version':
      return exact.betaVersion;
    default:
      return `${internalText(error)} ${CONTACT}`;
  }
}

/** Why a budget could not be downloaded. */
export function downloadErrorText(error: unknown): string {
  switch (errorCode(error)) {
    case 'network':
    case 'network-failure':
    case 'download-failure':
      return exact.downloadFailed;
    case 'invalid-zip-file':
    case 'invalid-meta-file':
    case 'invalid-db-file':
      return syncTexts.invalidDownload;
    case 'decrypt-failure':
      return syncTexts.notDecrypted;
    case 'not-encrypted':
      return syncTexts.sentUnencrypted;
    case 'out-of-sync-migrations':
      return syncTexts.newerVersion;
    case 'unauthorized':
    case 'token-expired':
      return exact.notSignedIn;
    case 'broken-answer':
    case 'own-server-off':
      return errorText(error);
    default:
      return internalText(error);
  }
}

/** An error without words of its own keeps those of the backend, with its reason to report. */
function internalText(error: unknown): string {
  if (!(error instanceof CallError)) return exact.internal;
  const { reason } = (error.meta ?? {}) as { reason?: unknown };
  return `${errorText(error)} (${typeof reason === 'string' ? reason : error.code})`;
}
