import type { ServiceException } from '@ambit/contract'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFormat } from '../../settings/format.ts'
import { type Asking, ExceptionActions } from './ExceptionActions.tsx'
import { ExceptionFixText, ExceptionHead, ExceptionTimes } from './ExceptionFacts.tsx'
import classes from './exceptions.module.css'
import { sentenceOf } from './sentence.ts'
import { exceptionStrings as words } from './strings.ts'

type Props = {
  exception: ServiceException
  /** how many follow from it */
  below: number
  /** it is the one that is shown */
  current: boolean
  asking: Asking
  onAsk: (asking: Asking) => void
  onDone?: () => void
  /** its sentence, as what opens it */
  children: (sentence: string) => ReactNode
  /** where several can be answered at once: whether it is one of them */
  mark?: { marked: boolean; onToggle: () => void }
}

/** One cause: what has happened, since when, who sees to it, and what can be done. */
export const ExceptionRow = ({ exception, below, current, asking, onAsk, onDone, children, mark }: Props) => {
  const format = useFormat(exception.time_zone ?? undefined)
  const { text, kind } = exception
  const sentence = sentenceOf(exception, format)
  return (
    <li className={classes['row']} data-current={current || undefined} data-exception={exception.id}>
      <div className={classes['line']}>
        {mark !== undefined && (
          <Checkbox size="xs" aria-label={words.select(sentence)} checked={mark.marked} onChange={mark.onToggle} />
        )}
        <ExceptionHead exception={exception} />
      </div>
      {children(sentence)}
      {text !== null && kind !== 'by_hand' && <blockquote className={classes['text']}>{text}</blockquote>}
      <ExceptionTimes exception={exception} below={below} />
      <ExceptionFixText exception={exception} />
      <ExceptionActions
        exception={exception}
        asking={asking}
        onAsk={onAsk}
        {...(onDone === undefined ? {} : { onDone })}
      />
    </li>
  )
}
