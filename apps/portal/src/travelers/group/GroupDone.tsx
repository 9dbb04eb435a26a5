import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDialog } from '../../dialogs/stack.ts'
import { groupStrings as words } from './strings.ts'
import classes from './group.module.css'

type Props = { title: string; onAnother: () => void; children: ReactNode }

/** What was made of a group, to read it back to the caller. The button that made it had the keyboard, and is gone. */
export const GroupDone = ({ title, onAnother, children }: Props) => {
  const { close } = useDialog()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={classes['form']}>
      <h3 ref={heading} tabIndex={-1}>
        {title}
      </h3>
      {children}
      <div className={classes['end']}>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
        <Button onClick={close}>{words.close}</Button>
      </div>
    </div>
  )
}
