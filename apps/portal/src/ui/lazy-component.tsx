import { type ComponentType, useEffect, useState } from 'react'

type Lazy<P> = ComponentType<P> & { preload: () => Promise<void> }

/**
 * A component whose code comes when it is first drawn, or when `preload` asks for it; `Fallback` stands in its place
 * until then. Throws what the loading failed with, for an error boundary; drawn again it asks again. React's own `lazy`
 * would keep a fallback that it has shown for 300 ms more.
 */
export const lazyComponent = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  Fallback: ComponentType,
): Lazy<P> => {
  let loaded: ComponentType<P> | null = null
  const preload = async (): Promise<void> => {
    loaded ??= (await load()).default
  }
  const LazyComponent = (props: P) => {
    const [Component, setComponent] = useState(() => loaded)
    const [failure, setFailure] = useState<{ reason: unknown } | null>(null)
    useEffect(() => {
      if (Component !== null) return
      let drawn = true
      preload().then(
        () => drawn && setComponent(() => loaded),
        (reason: unknown) => drawn && setFailure({ reason }),
      )
      return () => void (drawn = false)
    }, [Component])
    if (failure !== null) throw failure.reason
    return Component === null ? <Fallback /> : <Component {...props} />
  }
  return Object.assign(LazyComponent, { preload })
}
