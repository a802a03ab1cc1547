import { Component, type ReactNode, Suspense } from 'react';
import { getConnection } from '@/lib/connection/backend';
import { notify } from '@/lib/notices/notices';
import { PartMissing } from '@/lib/parts/lazy';
import { commonTexts } from '@/texts/common';
import { noticesTexts } from '@/texts/notices';
import { LoadFailed } from './LoadFailed';
import styles from './PartPlace.module.css';

interface PartPlaceProps {
  children: ReactNode;
  /** Shown while a part loads. */
  fallback?: ReactNode;
  /** Takes the part away again; without it, its place says what is missing and offers to retry. */
  onMissing?: () => void;
  /** Another address draws another part. */
  address?: string;
}

/** Where a part is drawn that loads by itself: what stands here until it comes, or if it does not. */
export class PartPlace extends Component<PartPlaceProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!(error instanceof PartMissing)) return;
    error.forget();
    const { onMissing } = this.props;
    if (!onMissing) return;
    notify({ id: 'part-missing', type: 'warning', message: reason() });
    // Around a part that fails when it is first drawn, what takes it away is not ready yet.
    queueMicrotask(onMissing);
  }

  override componentDidUpdate({ address }: PartPlaceProps) {
    if (address !== this.props.address && this.state.error !== null) this.retry();
  }

  retry = () => this.setState({ error: null });

  override render() {
    const { error } = this.state;
    const { children, fallback, onMissing } = this.props;
    if (error === null) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!(error instanceof PartMissing)) throw error;
    if (onMissing) return null;
    return (
      <div className={styles.missing}>
        <LoadFailed onRetry={this.retry}>{reason()}</LoadFailed>
      </div>
    );
  }
}

function reason(): string {
  const isOpen = getConnection().state.getState().status === 'open';
  return isOpen ? commonTexts.partNotLoaded : noticesTexts.connectionLost;
}
