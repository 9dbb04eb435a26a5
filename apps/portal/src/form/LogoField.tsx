import { MOST_LOGO_BYTES } from '@ambit/contract'
import { Button, FileButton } from '@mantine/core'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { failureText } from '../api/failure-text.ts'
import { ViewField } from './fields.tsx'
import { useEntityFormContext } from './form-context.ts'
import { logoAddress } from '../ui/Logo.tsx'
import { useFileChoice } from '../ui/use-file-choice.ts'
import classes from './logo-field.module.css'
import { formStrings } from './strings.ts'

const words = formStrings.logo

const base64Of = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

type Props = {
  name: string
  label: string
  /** shown on a dark page */
  dark?: boolean
  /** hands the file over, in base64, and answers its digest */
  send: (content: string) => Promise<string>
}

/** A logo is handed over as soon as it is chosen; the record names it once it is saved. */
export const LogoField = ({ name, label, dark = false, send }: Props) => {
  const { field, fieldState } = useController({ name })
  const { mode } = useEntityFormContext()
  const [trouble, setTrouble] = useState<string | null>(null)
  const digest = field.value as string | null // the form's schema
  const shown =
    digest === null ? (
      <span className={classes['none']}>{words.none}</span>
    ) : (
      <img className={classes['logo']} data-dark={dark || undefined} src={logoAddress(digest)} alt={label} />
    )
  const take = async (file: File | null): Promise<void> => {
    if (file === null) return
    setTrouble(file.size > MOST_LOGO_BYTES ? words.tooLarge : null)
    if (file.size > MOST_LOGO_BYTES) return
    try {
      field.onChange(await send(await base64Of(file)))
    } catch (error) {
      setTrouble(failureText(error))
    }
  }
  const choice = useFileChoice((file) => void take(file))
  if (mode === 'view') return <ViewField label={label}>{shown}</ViewField>
  const wrong = trouble ?? fieldState.error?.message
  return (
    <div className={classes['logoField']} role="group" aria-label={label}>
      <span className={classes['logoLabel']}>{label}</span>
      <div>
        {shown}
        <div className={classes['logoButtons']}>
          <FileButton accept="image/svg+xml,image/png" {...choice}>
            {(props) => (
              <Button {...props} ref={field.ref} size="xs" variant="default" aria-label={words.choose(label)}>
                {words.file}
              </Button>
            )}
          </FileButton>
          {digest !== null && (
            <Button size="xs" variant="default" aria-label={words.take(label)} onClick={() => field.onChange(null)}>
              {words.remove}
            </Button>
          )}
        </div>
        {wrong !== undefined && (
          <p role="alert" className={classes['trouble']}>
            {wrong}
          </p>
        )}
      </div>
    </div>
  )
}
