import { Button, type ButtonProps } from '@mantine/core'
import { useBookAgain } from './book-again.ts'
import { bookingWords } from './booking-words.ts'

/** Books again what a booking says, for another date and time. */
export const BookAgainButton = ({ id, size = 'compact-xs' }: { id: number } & Pick<ButtonProps, 'size'>) => {
  const { allowed, start } = useBookAgain()
  if (!allowed) return null
  return (
    <Button size={size} variant="default" aria-label={bookingWords.againNamed(id)} onClick={() => start(id)}>
      {bookingWords.again}
    </Button>
  )
}
