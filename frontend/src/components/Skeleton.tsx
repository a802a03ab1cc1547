import styles from './Skeleton.module.css';

interface SkeletonProps {
  /** Width in pixels or any CSS length; number skeletons are 60. */
  width?: number | string;
  className?: string;
}

/** The place of a value that is still loading; shows after 150 ms. */
export function Skeleton({ width = 60, className = '' }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={`${styles.skeleton} ${className}`}
      style={{ inlineSize: width }}
    />
  );
}
