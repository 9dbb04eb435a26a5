/** The mark of the product in the brand's colour: a way with a vehicle on it. */
export const Logo = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="9" fill="var(--mantine-primary-color-filled)" />
    <path
      d="M7.5 21.5c3.4 0 3.4-10.5 8.5-10.5s5.1 10.5 8.5 10.5"
      fill="none"
      stroke="var(--on-brand)"
      strokeWidth="2.8"
      strokeLinecap="round"
    />
    <circle cx="16" cy="11" r="2.9" fill="var(--on-brand)" />
  </svg>
)
