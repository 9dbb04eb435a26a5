import { Checkbox } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'

/** Asked for once the server has found what has to be confirmed. */
export const ConfirmField = ({ name, label }: { name: string; label: string }) => {
  const { field, fieldState } = useController({ name })
  const refused = fieldState.error !== undefined
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (refused) box.current?.focus()
  }, [refused])
  if (!refused && field.value !== true) return null
  return (
    <Checkbox
      ref={box}
      mb={12}
      style={{ gridColumn: '1 / -1' }}
      label={label}
      checked={field.value === true}
      error={fieldState.error?.message}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  )
}
