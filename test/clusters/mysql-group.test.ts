// A MySQL group of three nodes with one primary, and HAProxy.
import { testCluster } from './cluster-tests.js';

testCluster('mysql-group', 'MySQL group');
