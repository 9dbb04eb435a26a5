import { useDrive } from './drive.tsx'
import { useAttempt } from './use-attempt.ts'

type Writing = {
  /** `kept`: what is done once it is stored */
  write: (text: string, after?: { answerTo?: number | undefined; kept?: () => void }) => Promise<void>
  /** why the last message could not be stored */
  trouble: string | null
}

/** Messages to dispatch, one after the other. */
export const useWriting = (): Writing => {
  const { device } = useDrive()
  const { attempt, trouble } = useAttempt()
  return {
    trouble,
    write: (text, { answerTo, kept } = {}) =>
      attempt(async () => {
        await device.writeMessage(text, answerTo)
        kept?.()
        return null
      }),
  }
}
