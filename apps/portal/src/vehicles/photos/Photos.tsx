import type { ShownPhoto } from '@ambit/contract'
import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useFormat } from '../../settings/format.ts'
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
          <li key={id}>
            <button type="button" className={classes['small']} onClick={() => setPlace(index)}>
              <Picture id={id} read={read} text={textOf(index)} />
            </button>
          </li>
        ))}
      </ul>
      <Viewer {...{ photos, read, place, textOf }} onPlace={setPlace} />
    </>
  )
}

/** Asked for as all else is: a cookie alone, which a picture's address would be asked with, opens nothing. */
const Picture = ({ id, read, text }: { id: string; read: Read; text: string }) => {
  const { data } = useQuery({
    queryKey: ['driver-photo', id],
    queryFn: async ({ signal }) => addressOf(await read(id, signal)),
    staleTime: Infinity,
  })
  return <img src={data} alt={text} />
}

/** The picture as an address of its own. */
const addressOf = async (answer: Response): Promise<string> => {
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return `data:${answer.headers.get('content-type') ?? 'image/jpeg'};base64,${btoa(text)}`
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
          <Picture id={photo.id} read={read} text={textOf(place)} />
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
                {words.before}
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
