import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client.ts'
import { useInView } from '../../ui/use-in-view.ts'
import classes from './photos.module.css'
import { photoStrings as words } from './strings.ts'

export type Read = (photo: string, signal: AbortSignal) => Promise<Response>
type Props = { id: string; read: Read; text: string }

/** It is asked for when it comes into view, since a vehicle has many notes. */
export const SmallPicture = ({ id, read, text, onOpen }: Props & { onOpen: () => void }) => {
  const { ref, seen } = useInView<HTMLLIElement>()
  const { data, isError, refetch } = usePicture(id, read, seen)
  return (
    <li ref={ref}>
      {isError ? (
        <Failed text={text} onRetry={() => void refetch()} />
      ) : (
        <button type="button" className={classes['small']} onClick={onOpen}>
          <img src={data} alt={text} />
        </button>
      )}
    </li>
  )
}

export const LargePicture = ({ id, read, text }: Props) => {
  const { data, isError, refetch } = usePicture(id, read, true)
  return isError ? <Failed text={text} onRetry={() => void refetch()} /> : <img src={data} alt={text} />
}

const Failed = ({ text, onRetry }: { text: string; onRetry: () => void }) => (
  <div className={classes['failed']} role="alert">
    <p>{words.failed}</p>
    <Button size="compact-sm" variant="default" aria-label={words.retryOf(text)} onClick={onRetry}>
      {words.retry}
    </Button>
  </div>
)

const keyOf = (id: string) => ['driver-photo', id]

/** Asked for as all else is: a cookie alone, which a picture's address would be asked with, opens nothing. */
const usePicture = (id: string, read: Read, enabled: boolean) =>
  useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => addressOf(await read(id, signal)),
    staleTime: Infinity,
    enabled,
  })

/** Keeps nothing of a picture that was removed. */
export const forgetPicture = (id: string): void => queryClient.removeQueries({ queryKey: keyOf(id) })

/** The picture as an address of its own. */
const addressOf = async (answer: Response): Promise<string> => {
  const type = answer.headers.get('content-type') ?? 'image/jpeg'
  const picture = new Blob([await answer.arrayBuffer()], { type })
  return new Promise((resolve, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string)) // an address, as asked below
    reader.addEventListener('error', () => fail(reader.error ?? new Error(words.failed)))
    reader.readAsDataURL(picture)
  })
}
