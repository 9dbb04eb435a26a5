import type { ReactNode } from 'react'
import type { LegStep } from '@ambit/contract'

const right = 'M7 21v-8a3 3 0 0 1 3-3h8M14 5l5 5-5 5'
const slight = 'M8 21v-6l8-8M10 6h7v7'
const sharp = 'M7 21V5l10 10M17 8v7h-7'

/** Signs that point to the left are those to the right, mirrored. */
const drawings: Readonly<Record<LegStep['kind'], ReactNode>> = {
  right: <path d={right} />,
  left: <path d={right} transform="matrix(-1 0 0 1 24 0)" />,
  slight_right: <path d={slight} />,
  slight_left: <path d={slight} transform="matrix(-1 0 0 1 24 0)" />,
  sharp_right: <path d={sharp} />,
  sharp_left: <path d={sharp} transform="matrix(-1 0 0 1 24 0)" />,
  straight: <path d="M12 21V4M6 10l6-6 6 6" />,
  roundabout: (
    <>
      <circle cx="12" cy="10" r="4.5" />
      <path d="M12 21v-6M15.5 6.5 20 2M15.5 2H20v4.5" />
    </>
  ),
  u_turn: <path d="M7 21V9a5 5 0 0 1 10 0v8M13 13l4 4 4-4" />,
  arrive: <path d="M6 21V4h12l-3 4 3 4H6" />,
}

/** What to do next, as an arrow; a number turns a plain arrow so many degrees clockwise. */
export const TurnSign = ({ of }: { of: LegStep['kind'] | number }) => (
  <svg
    viewBox="0 0 24 24"
    width="3rem"
    height="3rem"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    style={typeof of === 'number' ? { transform: `rotate(${Math.round(of)}deg)` } : undefined}
  >
    {drawings[typeof of === 'number' ? 'straight' : of]}
  </svg>
)
