import { useRide } from '../ui/ride.tsx'
import styles from './screens.module.css'

/** Large, to be read out at the door: each digit is heard by itself. */
export const BoardingCode = ({ code }: { code: string | undefined }) => {
  const { say } = useRide()
  if (code === undefined) return null
  return (
    <p className={styles['boarding']}>
      {say('say_code')} <strong aria-label={code.split('').join(' ')}>{code}</strong>
    </p>
  )
}
