import type { Trouble } from '../api/trouble.ts'
import { CallUs } from './Page.tsx'
import { useTroubleWords } from './ride.tsx'
import styles from './trouble.module.css'

type Props = {
  trouble: Trouble | null
  /** fields that say themselves what is wrong with them */
  shown?: readonly string[]
  /** of the region that it is about */
  phone?: string | null
}

/** Why something was not done, in the server's words, with the way out: calling. */
export const TroubleNote = ({ trouble, shown = [], phone = null }: Props) => {
  const wordsOf = useTroubleWords()
  const isShown = trouble !== null && [...trouble.fields.keys()].some((field) => shown.includes(field))
  return (
    <div role="alert" className={styles['trouble']}>
      {trouble !== null && !isShown && (
        <>
          <p>{wordsOf(trouble)}</p>
          <CallUs number={phone} />
        </>
      )}
    </div>
  )
}
