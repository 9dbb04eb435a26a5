import type { ComponentType } from 'react'

/** Where the part does not come, the page is whole without it. */
export const orNothing = <P extends object>(part: Promise<ComponentType<P>>): Promise<{ default: ComponentType<P> }> =>
  part.then(
    (whole) => ({ default: whole }),
    () => ({ default: () => null }),
  )
