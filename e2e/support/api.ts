/** The journeys talk to the API as the sample family does. */
export * from '../../scripts/sample-family/api-client.ts';
