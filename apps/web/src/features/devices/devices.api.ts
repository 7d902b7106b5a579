import type { Device } from '@kinreel/contracts/devices';
import { baseApi } from '../../shared/api/base-api.ts';

/** API calls about the devices where the user is logged in. */
export const devicesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDevices: build.query<Device[], void>({ query: () => 'api/devices', providesTags: ['Devices'] }),
    /** Logs one device out. The list is fetched again also if that failed: somebody else may have done it. */
    endDevice: build.mutation<void, string>({
      query: (id) => ({ url: `api/devices/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Devices'],
    }),
    /** Logs all devices out. Afterwards no call works, so nothing is fetched again. */
    endAllDevices: build.mutation<void, void>({ query: () => ({ url: 'api/devices', method: 'DELETE' }) }),
  }),
});

export const { useEndAllDevicesMutation, useEndDeviceMutation, useGetDevicesQuery } = devicesApi;
