import type { ShownPhoto } from '@ambit/contract'
import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useFormat } from '../../settings/format.ts'
import { useInView } from '../../ui/use-in-view.ts'
import { useOpener } from '../../ui/use-opener.ts'
import classes from './photos.module.css'
import { photoStrings as words } from './strings.ts'

type Read = (photo: string, signal: AbortSignal) => Promise<Response>
type Props = { photos: readonly ShownPhoto[]; read: Read }

/** Small pictures in a row; each opens large. */
export const Photos = ({ photos, read }: Props) => {
  const [place, setPlace] = useState<number | null>(null)
  const textOf = usePhotoText(photos)
  if (photos.length === 0) return null
  return (
    <>
      <ul className={classes['row']} aria-label={words.title}>
        {photos.map(({ id }, index) => (
          <Small key={id} {...{ id, read }} text={textOf(index)} onOpen={() => setPlace(index)} />
        ))}
      </ul>
      <Viewer {...{ photos, read, place, textOf }} onPlace={setPlace} />
    </>
  )
}

type PictureProps = { id: string; read: Read; text: string }

/** It is asked for when it comes into view, since a vehicle has many notes. */
const Small = ({ id, read, text, onOpen }: PictureProps & { onOpen: () => void }) => {
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

const Large = ({ id, read, text }: PictureProps) => {
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

/** Asked for as all else is: a cookie alone, which a picture's address would be asked with, opens nothing. */
const usePicture = (id: string, read: Read, enabled: boolean) =>
  useQuery({
    queryKey: ['driver-photo', id],
    queryFn: async ({ signal }) => addressOf(await read(id, signal)),
    staleTime: Infinity,
    enabled,
  })

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

const usePhotoText = (photos: readonly ShownPhoto[]) => {
  const format = useFormat()
  return (index: number): string => {
    const photo = photos[index]
    return photo === undefined
      ? ''
      : words.text(index + 1, photos.length, photo.subject, format.dateTime(photo.taken_at))
  }
}

type ViewerProps = Props & {
  place: number | null
  textOf: (index: number) => string
  onPlace: (place: number | null) => void
}

/** The dialog below hears Esc at the window, and leaves it alone where it was pressed on something with this mark. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' }

const Viewer = ({ photos, read, place, textOf, onPlace }: ViewerProps) => {
  useOpener(place !== null)
  const photo = photos[place ?? -1]
  const turn = (by: number): void => {
    const next = (place ?? 0) + by
    if (photos[next] !== undefined) onPlace(next)
  }
  const pressed = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onPlace(null)
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  return (
    <Modal
      opened={photo !== undefined}
      onClose={() => onPlace(null)}
      closeOnEscape={false}
      onKeyDown={pressed}
      title={place === null ? words.title : words.of(place + 1, photos.length)}
      size="auto"
      zIndex={400}
      centered
      closeButtonProps={{ 'aria-label': words.close, ...OWN_ESCAPE }}
      attributes={{ header: { role: 'none' }, content: OWN_ESCAPE }}
    >
      {photo !== undefined && place !== null && (
        <figure className={classes['large']}>
          <Large key={photo.id} id={photo.id} read={read} text={textOf(place)} />
          <figcaption aria-live="polite">{textOf(place)}</figcaption>
          {photos.length > 1 && (
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconChevronLeft size={16} aria-hidden />}
                aria-disabled={place === 0}
                onClick={() => turn(-1)}
                {...OWN_ESCAPE}
              >
                {words.previous}
              </Button>
              <Button
                variant="default"
                rightSection={<IconChevronRight size={16} aria-hidden />}
                aria-disabled={place === photos.length - 1}
                onClick={() => turn(1)}
                {...OWN_ESCAPE}
              >
                {words.next}
              </Button>
            </Group>
          )}
        </figure>
      )}
    </Modal>
  )
}
