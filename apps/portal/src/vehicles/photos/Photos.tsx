import type { ShownPhoto } from '@ambit/contract'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../settings/format.ts'
import classes from './photos.module.css'
import { forgetPicture, type Read, SmallPicture } from './Picture.tsx'
import { photoStrings as words } from './strings.ts'
import { Viewer } from './Viewer.tsx'

type Props = {
  photos: readonly ShownPhoto[]
  read: Read
  /** deletes one for good; null: the reader may not */
  remove: ((photo: string, reason: string) => Promise<void>) | null
}

/** Small pictures in a row; each opens large. In the place of one that was removed stands when and why. */
export const Photos = ({ photos, read, remove }: Props) => {
  const [opened, setOpened] = useState<string | null>(null)
  const [removed, setRemoved] = useState<string | null>(null)
  const there = photos.filter(({ removed_at }) => removed_at === null)
  const textOf = usePhotoText(there)
  if (photos.length === 0) return null
  const removeOne = async (photo: string, reason: string): Promise<void> => {
    await remove?.(photo, reason)
    setOpened(null)
    setRemoved(photo)
    forgetPicture(photo)
  }
  return (
    <>
      <ul className={classes['row']} aria-label={words.title}>
        {photos.map((photo) =>
          photo.removed_at === null ? (
            <SmallPicture
              key={photo.id}
              id={photo.id}
              read={read}
              text={textOf(photo)}
              onOpen={() => setOpened(photo.id)}
            />
          ) : (
            <Removed key={photo.id} photo={photo} first={photo.id === removed} />
          ),
        )}
      </ul>
      <Viewer
        photos={there}
        place={there.findIndex(({ id }) => id === opened)}
        read={read}
        textOf={textOf}
        onTurn={setOpened}
        onRemove={remove === null ? null : removeOne}
      />
    </>
  )
}

/** `first`: the keyboard goes on here, where the picture was that has just been removed. */
const Removed = ({ photo, first }: { photo: ShownPhoto; first: boolean }) => {
  const format = useFormat()
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (first) text.current?.focus({ preventScroll: true })
  }, [first])
  return (
    <li className={classes['removed']}>
      <p ref={text} tabIndex={-1}>
        {words.removed(format.date(photo.removed_at ?? ''), photo.removed_reason ?? '')}
      </p>
    </li>
  )
}

const usePhotoText = (photos: readonly ShownPhoto[]) => {
  const format = useFormat()
  return (photo: ShownPhoto): string =>
    words.text(photos.indexOf(photo) + 1, photos.length, photo.subject, format.dateTime(photo.taken_at))
}
