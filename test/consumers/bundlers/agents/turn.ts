/** What an agent is given: a service, a model in every provider's protocol, and a task. */
export type Turn = {
  serviceUrl: string
  apiKey: string
  modelUrl: string
  /** The same model as the AI Gateway speaks. */
  gatewayUrl: string
  task: string
}
