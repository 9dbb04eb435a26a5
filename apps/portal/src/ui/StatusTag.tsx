import classes from './StatusTag.module.css'

export const tones = ['success', 'warning', 'danger', 'info', 'live', 'neutral'] as const
export type Tone = (typeof tones)[number]

/** Each tone has its own shape, so that colour is never the only sign. */
const shapes: Record<Tone, React.ReactNode> = {
  success: <circle cx="4" cy="4" r="3.4" />,
  warning: <path d="M4 .6 7.8 7.4H.2z" />,
  danger: <rect x=".8" y=".8" width="6.4" height="6.4" rx="1" />,
  info: <circle cx="4" cy="4" r="2.8" fill="none" stroke="currentColor" strokeWidth="1.6" />,
  live: <path d="M1.4.6 7.4 4l-6 3.4z" />,
  neutral: <rect x=".4" y="3" width="7.2" height="2" rx="1" />,
}

export const StatusMark = ({ tone, size = 8 }: { tone: Tone; size?: number }) => (
  <svg className={classes['mark']} width={size} height={size} viewBox="0 0 8 8" fill="currentColor" aria-hidden="true">
    {shapes[tone]}
  </svg>
)

export const StatusTag = ({ tone, children }: { tone: Tone; children: string }) => (
  <span className={classes['tag']} data-tone={tone}>
    <StatusMark tone={tone} />
    {children}
  </span>
)
