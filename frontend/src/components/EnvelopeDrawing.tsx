/** An open envelope with a note in it, for places where there is nothing yet. */
export function EnvelopeDrawing() {
  return (
    <svg width="7rem" height="5.5rem" viewBox="0 0 112 88" aria-hidden="true">
      <ellipse cx="56" cy="83" rx="40" ry="4" fill="var(--bg-sunken)" />
      <path d="M16 38 56 8l40 30v38H16z" fill="var(--paper-inside)" />
      <g transform="rotate(-4 56 36)">
        <rect x="32" y="18" width="48" height="40" rx="3" fill="var(--bg-raised)" />
        <rect
          x="32"
          y="18"
          width="48"
          height="40"
          rx="3"
          fill="none"
          stroke="var(--paper-edge)"
          strokeWidth="2"
        />
        <path d="M40 28h32M40 36h20" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round" />
      </g>
      <path d="M16 38 56 62l40-24v35a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4z" fill="var(--paper)" />
      <path
        d="M16 38 56 62l40-24v35a4 4 0 0 1-4 4H20a4 4 0 0 1-4-4zM17 76l27-21M95 76 68 55"
        fill="none"
        stroke="var(--paper-edge)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
