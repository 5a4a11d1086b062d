/** The samples happened just now, so that ages and clocks look as they do in use. */
export const SAMPLE_NOW = Date.now()
