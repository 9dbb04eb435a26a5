import type { ReactNode } from 'react'

const drawings = {
  phone: <path d="M6 4h3l2 5-2 1.5a11 11 0 0 0 4.5 4.5L15 13l5 2v3a2 2 0 0 1-2 2A14 14 0 0 1 4 6a2 2 0 0 1 2-2z" />,
  back: <path d="M15 5 8 12l7 7" />,
  bus: (
    <>
      <path d="M5 5h14v12H5zM5 11h14" />
      <circle cx="8.5" cy="18" r="1.5" />
      <circle cx="15.5" cy="18" r="1.5" />
    </>
  ),
  list: <path d="M9 6h11M9 12h11M9 18h11M4 6h1M4 12h1M4 18h1" />,
  person: (
    <>
      <circle cx="12" cy="7" r="3.5" />
      <path d="M5 20c0-4 3-6.5 7-6.5s7 2.5 7 6.5" />
    </>
  ),
  here: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v4M12 17v4M3 12h4M17 12h4" />
    </>
  ),
  home: <path d="M4 11 12 4l8 7v9h-5v-6H9v6H4z" />,
  work: <path d="M4 8h16v11H4zM9 8V5h6v3" />,
  other: <path d="M12 21c4-5 6-8 6-11a6 6 0 0 0-12 0c0 3 2 6 6 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z" />,
  clear: <path d="m6 6 12 12M18 6 6 18" />,
  minus: <path d="M5 12h14" />,
  plus: <path d="M5 12h14M12 5v14" />,
  star: <path d="m12 4 2.5 5.2 5.5.7-4 3.9 1 5.6-5-2.7-5 2.7 1-5.6-4-3.9 5.5-.7z" />,
} satisfies Record<string, ReactNode>

/** A sign beside the word that says the same, or on a button with that name. */
export const Pictogram = ({ name }: { name: keyof typeof drawings }) => (
  <svg
    viewBox="0 0 24 24"
    width="1.35em"
    height="1.35em"
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
