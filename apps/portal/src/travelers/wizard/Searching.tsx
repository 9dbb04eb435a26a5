import { Button, Loader } from '@mantine/core'
import classes from './Searching.module.css'
import { wizardStrings as words } from './strings.ts'

type Props = { onStop: () => void; stop?: string }

/** Covers the map while trips are searched. */
export const Searching = ({ onStop, stop = words.stopSearch }: Props) => (
  <div className={classes['overlay']} role="status">
    <Loader size={28} aria-hidden />
    <p>{words.searching}</p>
    <Button variant="default" data-autofocus onClick={onStop}>
      {stop}
    </Button>
  </div>
)
