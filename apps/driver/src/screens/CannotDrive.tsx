import { useDrive } from '../ui/drive.tsx'
import type { Missing } from './cannot-drive.ts'
import styles from './trips.module.css'

/** Nothing can be begun here: a sign-in would promise what the browser cannot do. */
export const CannotDrive = ({ missing }: { missing: readonly Missing[] }) => {
  const { say } = useDrive()
  return (
    <main className={styles['page']}>
      <h1>{say('cannot_drive')}</h1>
      <ul className={styles['list']}>
        {missing.map((key) => (
          <li key={key}>{say(key)}</li>
        ))}
      </ul>
    </main>
  )
}
