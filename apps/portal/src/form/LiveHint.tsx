import { StatusMark } from '../ui/StatusTag.tsx'
import classes from './LiveHint.module.css'

/** What is still missing, said while typing; the mark changes its shape, not only its colour. */
export const LiveHint = ({ hint, id }: { hint: { text: string; fine: boolean }; id: string }) => (
  <p id={id} className={classes['hint']} data-fine={hint.fine} aria-live="polite">
    <StatusMark tone={hint.fine ? 'success' : 'info'} />
    {hint.text}
  </p>
)
