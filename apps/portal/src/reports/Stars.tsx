import { IconStar, IconStarFilled } from '@tabler/icons-react'
import classes from './Stars.module.css'
import { reportStrings as words } from './strings.ts'

const places = [1, 2, 3, 4, 5]

export const Stars = ({ rating }: { rating: number }) => (
  <span className={classes['stars']} role="img" aria-label={words.feedback.stars(rating)}>
    {places.map((place) =>
      place <= rating ? <IconStarFilled key={place} size={14} /> : <IconStar key={place} size={14} stroke={1.5} />,
    )}
  </span>
)
