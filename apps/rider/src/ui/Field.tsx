import { type ComponentProps, type RefObject, useId } from 'react'
import styles from './field.module.css'

type Props = Omit<ComponentProps<'input'>, 'id' | 'ref'> & {
  label: string
  hint?: string
  /** what is wrong with it */
  fault?: string | undefined
  field?: RefObject<HTMLInputElement | null>
}

/** One line to write, with its hint above and its fault below. */
export const Field = ({ label, hint, fault, field, ...input }: Props) => {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {hint}
        </p>
      )}
      <input
        {...input}
        ref={field}
        id={id}
        aria-invalid={fault !== undefined}
        aria-describedby={`${hint === undefined ? '' : `${id}-hint `}${id}-fault`}
      />
      <Fault id={`${id}-fault`} text={fault} />
    </div>
  )
}

/** Said when it comes. */
export const Fault = ({ id, text }: { id?: string; text: string | null | undefined }) => (
  <p id={id} className={styles['fault']} role="alert">
    {text}
  </p>
)
