import { CloseButton } from '@mantine/core'
import { useEffect } from 'react'
import { dismissError, forgetErrors, useErrorList } from '../ui/error-list.ts'
import classes from './ErrorList.module.css'
import { shellStrings } from './strings.ts'

/** Errors of routing, below the header, until they are dismissed or the user signs out. */
export const ErrorList = () => {
  const errors = useErrorList()
  useEffect(() => forgetErrors, [])
  if (errors.length === 0) return null
  return (
    <div role="alert" aria-label={shellStrings.errors}>
      <ul className={classes['errors']}>
        {errors.map((error) => (
          <li key={error.id}>
            {error.message}
            <CloseButton
              size="sm"
              aria-label={`${shellStrings.dismiss}: ${error.message}`}
              onClick={() => dismissError(error.id)}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
