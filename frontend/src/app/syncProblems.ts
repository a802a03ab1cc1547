import type { ErrorCode, SyncEvent } from '@/generated/contract';
import type { Notice } from '@/lib/notices/notices';
import { commonTexts } from '@/texts/common';
import { exact } from '@/texts/exact';
import { syncTexts } from '@/texts/sync';
import { syncProblemTexts } from '@/texts/syncProblems';
import type { SyncActions } from './syncNotices';

type Problem = Omit<Notice, 'id' | 'sticky'>;
type Failed = Pick<SyncEvent, 'subtype' | 'meta'>;

/** What to say about a failed sync, and its button; null for what passes by itself. */
export function syncProblem(
  { subtype, meta }: Failed,
  repair: { isRepaired: boolean; isRestored: boolean },
  actions: SyncActions,
): Problem | null {
  const words = syncProblemTexts;
  const again = { title: commonTexts.tryAgain, action: actions.sync };
  // The reason is a server's word if no error code stands for it; that one has no words here.
  switch (subtype as ErrorCode | undefined) {
    case 'network':
    case 'beta-version':
      return null;
    case 'out-of-sync':
      return repair.isRepaired
        ? warning(exact.stillOutOfSync, words.stillOutOfSync, exact.resetSync, actions.reset)
        : warning(exact.outOfSync, words.outOfSync, exact.repair, actions.repair);
    case 'file-old-version':
      return {
        ...warning(exact.oldFormat, words.oldFormat, exact.resetSync, actions.reset),
        messageActions: { encryption: actions.resetKey },
      };
    case 'file-key-mismatch':
      return warning(exact.keyReset, words.keyReset, exact.resetKey, actions.resetKey);
    case 'file-not-found':
      return warning(exact.notCloudFile, words.notCloudFile, exact.register, actions.upload);
    case 'file-needs-upload':
      // The server has no generation any more and takes no upload that belongs to the old one.
      return warning(exact.needsUpload, words.needsUpload, exact.upload, actions.reset);
    case 'file-has-reset':
      // A user who restored a backup wants to keep it; reverting alone would discard it.
      return repair.isRestored
        ? {
            ...warning(exact.hasReset, words.restored, exact.revert, actions.revert),
            messageActions: { reset: actions.reset },
          }
        : warning(exact.hasReset, words.hasReset, exact.revert, actions.revert);
    case 'file-has-new-key':
      return warning(exact.hasReset, words.hasReset, exact.revert, actions.revert);
    case 'encrypt-failure':
    case 'decrypt-failure':
      return meta?.isMissingKey
        ? warning(exact.missingKey, words.missingKey, exact.createKey, actions.enterKey)
        : failure(words.encryptionTitle, words.encryption, exact.resetKey, actions.resetKey);
    case 'invalid-schema':
      return { type: 'warning', title: exact.updateRequired, message: words.updateRequired };
    case 'clock-drift':
      return { type: 'warning', title: syncTexts.clockTitle, message: syncTexts.clock() };
    case 'server-moved':
      return { type: 'warning', title: words.movedTitle, message: words.moved };
    case 'own-server-off':
      return { type: 'warning', title: words.bugTitle, message: words.ownServerOff };
    case 'broken-answer':
      return {
        type: 'warning',
        title: words.bugTitle,
        message: words.brokenAnswer,
        button: again,
      };
    case 'too-large':
      return { type: 'error', title: words.bugTitle, message: words.tooLarge };
    case 'storage-full':
      return { type: 'error', title: words.bugTitle, message: words.storageFull, button: again };
    case 'server-storage-full':
      return {
        type: 'error',
        title: words.bugTitle,
        message: words.serverStorageFull,
        button: again,
      };
    case 'upload-under-way':
      return {
        type: 'warning',
        title: words.bugTitle,
        message: words.uploadUnderWay,
        button: again,
      };
    case 'server-data-missing':
      return {
        type: 'error',
        title: words.bugTitle,
        message: words.serverDataMissing,
        button: again,
      };
    default:
      return { type: 'error', title: words.bugTitle, message: words.bug(subtype ?? 'unknown') };
  }
}

function warning(title: string, message: string, button: string, action: () => void): Problem {
  return { type: 'warning', title, message, button: { title: button, action } };
}

function failure(title: string, message: string, button: string, action: () => void): Problem {
  return { ...warning(title, message, button, action), type: 'error' };
}
