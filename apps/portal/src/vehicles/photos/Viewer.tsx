import type { ShownPhoto } from '@ambit/contract'
import { Button, Group, Modal } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useOpener } from '../../ui/use-opener.ts'
import { OWN_ESCAPE } from './own-escape.ts'
import classes from './photos.module.css'
import { LargePicture, type Read } from './Picture.tsx'
import { RemovePhoto } from './RemovePhoto.tsx'
import { photoStrings as words } from './strings.ts'

type Props = {
  photos: readonly ShownPhoto[]
  /** of the one that is shown; -1: none */
  place: number
  read: Read
  textOf: (photo: ShownPhoto) => string
  onTurn: (photo: string | null) => void
  /** null: the reader may not */
  onRemove: ((photo: string, reason: string) => Promise<void>) | null
}

/** One photo as large as there is room, with those before and after it. */
export const Viewer = ({ photos, place, read, textOf, onTurn, onRemove }: Props) => {
  const photo = photos[place]
  useOpener(photo !== undefined)
  const turn = (by: number): void => {
    const next = photos[place + by]
    if (next !== undefined) onTurn(next.id)
  }
  const pressed = ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') onTurn(null)
    if (key === 'ArrowLeft') turn(-1)
    if (key === 'ArrowRight') turn(1)
  }
  return (
    <Modal
      opened={photo !== undefined}
      onClose={() => onTurn(null)}
      closeOnEscape={false}
      onKeyDown={pressed}
      title={photo === undefined ? words.title : words.of(place + 1, photos.length)}
      size="auto"
      zIndex={400}
      centered
      closeButtonProps={{ 'aria-label': words.close, ...OWN_ESCAPE }}
      attributes={{ header: { role: 'none' }, content: OWN_ESCAPE }}
    >
      {photo !== undefined && (
        <figure className={classes['large']}>
          <LargePicture key={photo.id} id={photo.id} read={read} text={textOf(photo)} />
          <figcaption aria-live="polite">{textOf(photo)}</figcaption>
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
          {onRemove !== null && <RemovePhoto key={`${photo.id} removal`} remove={(why) => onRemove(photo.id, why)} />}
        </figure>
      )}
    </Modal>
  )
}
