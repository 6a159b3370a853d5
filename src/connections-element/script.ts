/** What pages load by a script tag from `/connections/element.js` of the service. */
import { defineConnections } from './index.ts'

defineConnections({ service: new URL(import.meta.url).origin })
