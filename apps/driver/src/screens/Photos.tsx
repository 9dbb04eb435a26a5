import { useEffect, useId, useState } from 'react'
import { MOST_PHOTOS } from '@ambit/contract'
import { useDrive } from '../ui/drive.tsx'
import styles from './photos.module.css'

/** A photo that the device keeps. */
export type TakenPhoto = { id: string; picture: Blob }

type Outcome = 'photo_kept' | 'photo_unreadable' | 'photo_no_room' | 'photo_failed'

/** The photos are given as they are by then, since one may be removed while another is made small. */
export type ChangePhotos = (change: (photos: readonly TakenPhoto[]) => readonly TakenPhoto[]) => void

type Props = {
  photos: readonly TakenPhoto[]
  /** One is being made small. What names the photos is not sent meanwhile. */
  busy: boolean
  disabled?: boolean
  onChange: ChangePhotos
  onBusy: (busy: boolean) => void
}

/** Takes up to three photos, each of which is kept at once. */
export const Photos = ({ photos, busy, disabled = false, onChange, onBusy }: Props) => {
  const { device, say } = useDrive()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const hint = useId()
  const full = photos.length >= MOST_PHOTOS
  const said = busy ? 'photo_busy' : outcome
  const take = async (file: File): Promise<void> => {
    onBusy(true)
    const kept = await device.keepPhoto(file).catch(() => ({ refused: 'failed' as const }))
    onBusy(false)
    if ('refused' in kept) return setOutcome(`photo_${kept.refused}`)
    setOutcome('photo_kept')
    onChange((before) => [...before, kept])
  }
  const remove = (id: string): void => {
    void device.dropPhoto(id)
    setOutcome(null)
    onChange((before) => before.filter((one) => one.id !== id))
  }
  return (
    <div className={styles['photos']}>
      {photos.length > 0 && (
        <ul>
          {photos.map(({ id, picture }, place) => (
            <li key={id}>
              <Small picture={picture} text={say('photo_of', { n: place + 1 })} />
              <button type="button" disabled={disabled} onClick={() => remove(id)}>
                {say('photo_remove', { n: place + 1 })}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!full && (
        <label className={styles['take']}>
          <input
            type="file"
            accept="image/*"
            capture="environment"
            disabled={disabled || busy}
            aria-describedby={hint}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file !== undefined) void take(file)
              // The same picture can be chosen again.
              target.value = ''
            }}
          />
          {say('photo_take')}
        </label>
      )}
      <p id={hint}>{say('photo_hint', { most: MOST_PHOTOS })}</p>
      <p role="status" className={busy || outcome === 'photo_kept' ? undefined : styles['bad']}>
        {said !== null && say(said)}
      </p>
    </div>
  )
}

const Small = ({ picture, text }: { picture: Blob; text: string }) => {
  const [address] = useState(() => URL.createObjectURL(picture))
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return <img src={address} alt={text} width={96} height={96} />
}
