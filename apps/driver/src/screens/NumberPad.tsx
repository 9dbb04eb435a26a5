import { useDrive } from '../ui/drive.tsx'
import { Pictogram } from '../ui/Pictogram.tsx'
import styles from './sign-in.module.css'

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Keys for gloves and a shaking bus: the device's own keyboard has smaller ones. */
export const NumberPad = ({ onDigit, onDelete }: { onDigit: (digit: string) => void; onDelete: () => void }) => {
  const { say } = useDrive()
  const key = (digit: string) => (
    <button key={digit} type="button" onClick={() => onDigit(digit)}>
      {digit}
    </button>
  )
  return (
    <div className={styles['pad']}>
      {DIGITS.map(key)}
      <span />
      {key('0')}
      <button type="button" aria-label={say('delete_digit')} onClick={onDelete}>
        <Pictogram name="delete" />
      </button>
    </div>
  )
}
