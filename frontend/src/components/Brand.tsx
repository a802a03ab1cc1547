interface MarkProps {
  size?: number | string;
}

/** The product's mark: an envelope. */
export function Mark({ size = 32 }: MarkProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--accent-fill)" />
      <path
        d="M6 11.5A2.5 2.5 0 0 1 8.5 9h15a2.5 2.5 0 0 1 2.5 2.5v9a2.5 2.5 0 0 1-2.5 2.5h-15A2.5 2.5 0 0 1 6 20.5z"
        fill="var(--accent-fill-text)"
      />
      <path
        d="m7 11 8 6.2a1.6 1.6 0 0 0 2 0L25 11"
        fill="none"
        stroke="var(--accent-fill)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
