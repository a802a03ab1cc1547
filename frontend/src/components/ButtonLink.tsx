import { Link, type LinkProps } from 'react-router';
import styles from './Button.module.css';

interface ButtonLinkProps extends Omit<LinkProps, 'className'> {
  /** A button among buttons, or words of a sentence with room around them for a thumb. */
  look?: 'plain' | 'link';
}

/** A link to another screen that looks like the buttons beside it. */
export function ButtonLink({ look = 'link', ...link }: ButtonLinkProps) {
  const classes = [styles.button, look === 'link' && styles.link];
  return <Link {...link} className={classes.filter(Boolean).join(' ')} />;
}
