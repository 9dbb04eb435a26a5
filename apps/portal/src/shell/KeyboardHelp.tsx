import { Modal } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import classes from './KeyboardHelp.module.css'
import {
  closeKeyboardHelp,
  isWriting,
  type KeyHint,
  openKeyboardHelp,
  useAllKeyHints,
  useKeyboardHelpOpen,
} from '../ui/keys.ts'
import { shellStrings } from './strings.ts'

const everywhere: readonly KeyHint[] = [
  { keys: ['?'], does: 'Show this list' },
  { keys: ['Esc'], does: 'Close the top dialog or menu' },
  { keys: ['Tab'], does: 'Go to the next control' },
]

/** `?` lists the keys of the page. */
export const KeyboardHelp = () => {
  const open = useKeyboardHelpOpen()
  const hints = useAllKeyHints()
  useWindowEvent('keydown', (event) => {
    if (event.key === '?' && !isWriting(event.target) && !event.defaultPrevented) openKeyboardHelp()
  })
  const rows = [...everywhere, ...hints.flatMap((entry) => entry.hints)]
  return (
    <Modal opened={open} onClose={closeKeyboardHelp} title={shellStrings.keyboardHelp} size={440}>
      <dl className={classes['keys']}>
        {rows.map((row) => (
          <div key={row.does}>
            <dt>{row.does}</dt>
            <dd>
              {row.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
