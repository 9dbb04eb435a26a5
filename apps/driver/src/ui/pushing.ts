import { createPushing } from '@ambit/phone-push'

/** Of this browser. */
export const pushing = createPushing({ key: 'drive-push-refused', app: '/Drive', now: () => Date.now() })
