/** Tests call the API with the functions of the sample family. */
export * from '../../scripts/sample-family/api-client.ts';
