import type { ReactNode } from 'react'

const drawings = {
  wheelchair: (
    <>
      <circle cx="9" cy="4" r="2" fill="currentColor" stroke="none" />
      <path d="M9 8v6h6l3 5M9 10h5M7 11.5a5 5 0 1 0 6.5 6.5" />
    </>
  ),
  large_wheelchair: (
    <>
      <circle cx="9" cy="4" r="2" fill="currentColor" stroke="none" />
      <path d="M9 8v6h6l3 5M9 10h5M7 11.5a5 5 0 1 0 6.5 6.5M19 4v6M16 7h6" />
    </>
  ),
  scooter: (
    <>
      <circle cx="6" cy="18" r="2.5" />
      <circle cx="17" cy="18" r="2.5" />
      <path d="M8.5 18h6L17 7h3M5 12h5l1 6" />
    </>
  ),
  walker: <path d="M8 5h5l4 14M8 5 6 19M7 13h8" />,
  pram: (
    <>
      <path d="M4 11h14a6 6 0 0 1-12 3zM11 11V5a6 6 0 0 1 7 6M4 11 3 7" />
      <circle cx="8" cy="20" r="1.5" />
      <circle cx="16" cy="20" r="1.5" />
    </>
  ),
  service_animal: <path d="M4 9l3-3 3 4h6l4 2v3h-2v4M7 10v9M12 15v4M17 5l2 4" />,
  blind: <path d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM4 20 20 4" />,
  deaf: <path d="M8 9a5 5 0 0 1 10 0c0 4-4 4-4 8a3 3 0 0 1-5 2M11 9a2 2 0 0 1 4 0M4 20 20 4" />,
  help_to_door: <path d="M13 3h7v18h-7M16 12v1M3 20l2-6 4-2v-4M9 12l3 2" />,
  child_seat: <path d="M7 4l2 9h7l2 7M6 20h12M11 9h5" />,
  none: <circle cx="12" cy="7" r="3.5" />,
  person: (
    <>
      <circle cx="12" cy="7" r="3.5" />
      <path d="M5 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5" />
    </>
  ),
  seat: <path d="M7 4v8h8l2 8M7 12v4h6M9 20l1-4" />,
  note: <path d="M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4" />,
  phone: <path d="M6 4h3l2 5-2 1.5a11 11 0 0 0 4.5 4.5L15 13l5 2v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z" />,
  warning: <path d="M12 4 3 20h18zM12 10v5M12 17.5v.5" />,
  done: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8" />
      <path d="M12 7v5l3.5 2" />
    </>
  ),
  back: <path d="M15 5 8 12l7 7" />,
  delete: <path d="M9 6h11v12H9l-6-6zM12.5 9.5l5 5M17.5 9.5l-5 5" />,
} satisfies Record<string, ReactNode>

/** A sign beside the word that says the same. */
export const Pictogram = ({ name }: { name: keyof typeof drawings }) => (
  <svg
    viewBox="0 0 24 24"
    width="1.4em"
    height="1.4em"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {drawings[name]}
  </svg>
)
