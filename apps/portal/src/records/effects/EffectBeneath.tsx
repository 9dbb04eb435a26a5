import type { DispatchAction } from '@ambit/contract'
import { Skeleton } from '@mantine/core'
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { effectStrings as words } from './strings.ts'

type Props = { action: DispatchAction; title?: string }

const Coming = () => (
  <div role="status" aria-label={words.working}>
    <Skeleton h={54} mt={8} />
    <Skeleton h={140} mt={8} />
  </div>
)

const Loaded = lazyComponent<Props>(() => import('./ShownEffect.tsx'), Coming)

/** What an action would do to everybody, beneath the question whether to do it, which does not wait for it. */
export const EffectBeneath = (props: Props) => (
  <ErrorBoundary>
    <Loaded {...props} />
  </ErrorBoundary>
)
