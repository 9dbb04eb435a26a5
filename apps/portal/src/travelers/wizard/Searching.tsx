import { Button, Loader } from '@mantine/core'
import classes from './Searching.module.css'
import { wizardStrings as words } from './strings.ts'

/** Covers the map while trips are searched. */
export const Searching = ({ onStop }: { onStop: () => void }) => (
  <div className={classes['overlay']} role="status">
    <Loader size={28} aria-hidden />
    <p>{words.searching}</p>
    <Button variant="default" data-autofocus onClick={onStop}>
      {words.stopSearch}
    </Button>
  </div>
)
