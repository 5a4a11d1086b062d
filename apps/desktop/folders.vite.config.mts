import { programConfig } from './parts.config.mts'

export default programConfig('folders', { source: 'folders/listing' })
