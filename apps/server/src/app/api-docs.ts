import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { logo } from '@kinreel/brand/logo';
import { PRODUCT_NAME } from '@kinreel/contracts';
import fp from 'fastify-plugin';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** OpenAPI generated from the schemas that validate the requests: page at /api/docs, document at /api/docs/json. */
export const apiDocs = fp(async (app) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: PRODUCT_NAME,
        version: '0.1.0',
        description: 'API of Kinreel, a home for the video stories of a family.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (input) => {
      const output = jsonSchemaTransform(input as never);
      const access = (input.route.config as { access?: string } | undefined)?.access;
      return access === 'public' ? output : { ...output, schema: { ...output.schema, security: [{ bearer: [] }] } };
    },
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: true,
      logo: { type: 'image/svg+xml', content: Buffer.from(logo(40)) },
      theme: { title: `${PRODUCT_NAME} API` },
    });
  });
});
