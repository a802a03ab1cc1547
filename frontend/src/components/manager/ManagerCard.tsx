import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { Flags } from '../Flags';
import styles from './ManagerCard.module.css';

interface ManagerCardProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Given for a form: Enter submits. */
  onSubmit?: () => void;
}

/** A card with a form or a message; its heading has the focus unless a field takes it. */
export function ManagerCard({ title, lead, children, onSubmit }: ManagerCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const content = onSubmit ? (
    <form className={styles.form} onSubmit={submit} noValidate>
      {children}
    </form>
  ) : (
    <div className={styles.form}>{children}</div>
  );
  return (
    <section className={styles.card} aria-labelledby="card-title">
      <h1 id="card-title" tabIndex={-1} ref={heading}>
        {title}
      </h1>
      {lead && <p className={styles.lead}>{lead}</p>}
      {content}
    </section>
  );
}

/** The buttons of a card, the primary one last. */
export function CardButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

/** Other ways on, as links under the form. */
export function CardLinks({ children }: { children: ReactNode }) {
  return <div className={styles.links}>{children}</div>;
}

export function CardError({ children }: { children: string | null }) {
  return children === null ? null : (
    <p role="alert" className={styles.error}>
      <Flags>{children}</Flags>
    </p>
  );
}
