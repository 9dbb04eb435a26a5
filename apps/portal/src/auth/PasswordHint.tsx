import { StatusMark } from '../ui/StatusTag.tsx'
import classes from './auth.module.css'
import type { Hint } from './password-rules.ts'

/** What is still missing, said while typing; the mark changes its shape, not only its colour. */
export const PasswordHint = ({ hint, id }: { hint: Hint; id: string }) => (
  <p id={id} className={classes['hint']} data-fine={hint.fine} aria-live="polite">
    <StatusMark tone={hint.fine ? 'success' : 'info'} />
    {hint.text}
  </p>
)
