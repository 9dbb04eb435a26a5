import classes from './PlaceLetter.module.css'

/** Beside a place's field the letter of its pin on the map. */
export const PlaceLetter = ({ letter }: { letter: string }) => (
  <span className={classes['letter']} data-letter={letter} aria-hidden="true" />
)
